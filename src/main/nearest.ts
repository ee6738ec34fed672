/** Finds the word that a typing error most likely meant, if one is close. */
export function findNearest(typed: string, words: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(typed.length / 3));
  let nearest: string | undefined;
  let least = limit + 1;
  for (const word of words) {
    const distance = editDistance(typed, word);
    if (distance < least) {
      least = distance;
      nearest = word;
    }
  }
  return nearest;
}

/** Letters to insert, delete or replace, where swapping two neighbours counts once. */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const best = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same);
      (rows[i] as number[])[j] = swapped ? Math.min(best, at(i - 2, j - 2) + 1) : best;
    }
  }
  return at(a.length, b.length);
}
