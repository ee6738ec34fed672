import type { MarketName } from "../primitives/market-name.js";

/** What the seeded tasks are about, by the part each of them plays. */
export type SeedTexts = Record<
  | "completed"
  | "silent"
  | "cancelled"
  | "expired"
  | "unclaimed"
  | "resolved"
  | "paused"
  | "lost"
  | "disputed"
  | "delivered"
  | "active"
  | "claimed"
  | "funded",
  string
> & { posted: readonly string[] };

export const seedTexts: Record<MarketName, SeedTexts> = {
  standard: {
    completed: "Port a Python ETL job to TypeScript, tests included.",
    silent: "Three-part market study on battery recycling in Europe, with sources.",
    cancelled: "Translate a product catalogue from German to Portuguese.",
    expired: "Record a two-minute voice-over for a launch video.",
    unclaimed: "Find five suppliers of recycled aluminium sheets in Spain.",
    resolved: "Design a pricing page and deliver it as semantic HTML and CSS.",
    paused: "Build a dashboard of energy prices per hour from public data.",
    lost: "Write an integration guide for a payments API.",
    disputed: "Two articles on zero-knowledge proofs for a general audience.",
    delivered: "Audit the accessibility of a checkout flow; report, then fix.",
    active: "Label 3,000 images of road damage in three batches.",
    claimed: "Review a 40-page grant application and mark weak arguments.",
    posted: [
      "Write a load test for a REST API and a report of where it breaks.",
      "Collect opening hours of 400 museums and keep the source of each.",
      "Turn a conference talk into a blog post with diagrams.",
    ],
    funded: "Maintain a small open-source library for four weeks, one milestone a week.",
  },
  micro: {
    completed: "Summarise one RFC in ten sentences.",
    silent: "Check three spreadsheets for duplicate rows.",
    cancelled: "Suggest ten names for a newsletter.",
    expired: "Transcribe a five-minute interview.",
    unclaimed: "Find the e-mail address of a press office.",
    resolved: "Write a regular expression for invoice numbers, with tests.",
    paused: "Convert twenty recipes to metric units.",
    lost: "Write alt texts for thirty photographs.",
    disputed: "Two unit tests for a date parser.",
    delivered: "Proofread a landing page; list first, then corrected text.",
    active: "Classify 300 support tickets in three batches.",
    claimed: "Write a shell script that renames photos by date.",
    posted: [
      "Translate a paragraph from English to Japanese.",
      "Write a haiku about hash chains.",
      "Check 50 links and list the broken ones.",
    ],
    funded: "Water-mark forty images, ten a milestone.",
  },
};
