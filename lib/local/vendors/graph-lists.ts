export const projected = (row: Record<string, unknown>, fields: string) =>
  Object.fromEntries(fields.split(',').flatMap((name) => (name in row ? [[name, row[name]]] : [])));

/** Parses a JSON array of texts or numbers, or returns `null`. */
export function listIn(text: string | null): string[] | null {
  try {
    const list = JSON.parse(text ?? '');
    return Array.isArray(list) ? list.map(String) : null;
  } catch {
    return null;
  }
}

/** The number of preceding rows and parts. */
type Place = { at: number; part: number };

export const cursorOf = (place: Place) => Buffer.from(JSON.stringify(place)).toString('base64url');

/** Returns `null` for an invalid cursor. */
export function placeIn(cursor: string | null): Place | null {
  if (cursor === null) return { at: 0, part: 0 };
  try {
    const place = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Number.isInteger(place.at) && Number.isInteger(place.part) ? place : null;
  } catch {
    return null;
  }
}
