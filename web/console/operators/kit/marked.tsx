/** The search's marks are ranges in UTF-16 units, without their end. Markup in the text is never rendered. */
export function Marked({ text, places }: { text: string; places: readonly { start: number; end: number }[] }) {
  const parts: { text: string; isMarked: boolean; at: number }[] = [];
  let at = 0;
  for (const { start, end } of places) {
    if (start < at || end > text.length) continue;
    parts.push({ text: text.slice(at, start), isMarked: false, at });
    parts.push({ text: text.slice(start, end), isMarked: true, at: start });
    at = end;
  }
  parts.push({ text: text.slice(at), isMarked: false, at });
  return (
    <>{parts.filter((part) => part.text !== '').map((part) => (part.isMarked ? <mark key={part.at}>{part.text}</mark> : part.text))}</>
  );
}
