type SearchEntry = { title: string; words: string };

/** An entry must match every word of the search. Titles that begin with the search come first. */
export function foundIn<E extends SearchEntry>(entries: readonly E[], text: string): E[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const isFound = ({ title, words: others }: E) => {
    const of = `${title} ${others}`.toLowerCase();
    return words.every((word) => of.includes(word));
  };
  const [first = ''] = words;
  const rank = ({ title }: E) => (title.toLowerCase().startsWith(first) ? 0 : 1);
  return entries.filter(isFound).sort((a, b) => (first ? rank(a) - rank(b) : 0));
}
