/** A word of the command line as it may be repeated in an error: never a key or a URL that holds one. */
export function showWord(word: string): string {
  return /:\/\/|[0-9a-f]{32,}/i.test(word) || word.length > 60 ? "(not shown)" : word;
}
