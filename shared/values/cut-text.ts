/** A cut between the two halves of a character would make JSON that some readers reject. */
export const cutText = (text: string, maxCharacters: number): string => {
  const beginning = text.slice(0, maxCharacters);
  return (/[\ud800-\udbff]$/.test(beginning) ? beginning.slice(0, -1) : beginning).toWellFormed();
};
