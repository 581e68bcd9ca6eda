/** The beginning of a text, at most so many UTF-16 units, never half a character: a half makes JSON that some readers refuse. */
export const cutText = (text: string, maxCharacters: number): string => {
  const kept = text.slice(0, maxCharacters);
  return (/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept).toWellFormed();
};
