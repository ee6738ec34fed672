/** True for a Host header that names this machine; a rebound DNS name is refused by it. */
export function isLoopbackHost(host: string | undefined): boolean {
  return host !== undefined && isLoopbackUrl(`http://${host}`);
}

/** True for the Origin of a page that this machine serves. */
export function isLoopbackOrigin(origin: string): boolean {
  return isLoopbackUrl(origin);
}

function isLoopbackUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;

  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") return false;
  if (url.username !== "" || url.password !== "") return false;
  return (
    url.hostname === "localhost" ||
    url.hostname === "[::1]" ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(url.hostname)
  );
}
