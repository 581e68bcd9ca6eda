export type Page<E> = { events: E[]; next_cursor: string | null };
export type Pages<E> = { pages: Page<E>[]; pageParams: unknown[] };

/** Returns null if entries may be missing between the list and the newest page. */
export function withNewest<E extends { id: string }>(list: Pages<E>, newest: Page<E>): Pages<E> | null {
  const [first, ...others] = list.pages;
  if (!first) return null;
  const listed = new Set(list.pages.flatMap(({ events }) => events.map(({ id }) => id)));
  const fresh = newest.events.filter(({ id }) => !listed.has(id));
  if (fresh.length === newest.events.length && newest.next_cursor !== null && listed.size > 0) return null;
  // A late click can change a listed event.
  const changed = new Map(newest.events.map((event) => [event.id, event]));
  const pages = [first, ...others].map((page) => ({
    ...page,
    events: page.events.map((event) => changed.get(event.id) ?? event),
  }));
  const [top = first, ...rest] = pages;
  return { ...list, pages: [{ ...top, events: [...fresh, ...top.events] }, ...rest] };
}
