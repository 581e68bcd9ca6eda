type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the members that have content, by their names on the wire. A guest has no phone, and a phone may be a
 * number. The service judges everything else.
 */
export function setMembers(fields: unknown): Fields | undefined {
  if (!isFields(fields)) return (fields ?? undefined) as undefined;
  const members = Object.entries(fields).flatMap(([member, value]) => {
    const text = typeof value === 'bigint' || Number.isSafeInteger(value) ? String(value) : value;
    const isBlank = text === undefined || text === null || (typeof text === 'string' && text.trim() === '');
    return isBlank ? [] : [[member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), text]];
  });
  return members.length > 0 ? Object.fromEntries(members) : undefined;
}

/** Meta's parameter builder adds a suffix to a hash. */
const isHash = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isHash) : typeof value === 'string' && /^[0-9a-f]{64}(?:\.[\w-]{8})?$/i.test(value);

function isHashed(value: unknown): boolean {
  if (!isFields(value)) return isHash(value);
  const { form, value: hash, ...more } = value;
  return /^(plain|google|canonical)$/.test(String(form)) && isHash(hash) && Object.keys(more).length === 0;
}

function hashesOf(user: unknown): Fields | undefined {
  const hashes = isFields(user) ? Object.entries(user).filter(([name, value]) => name.endsWith('_sha256') && isHashed(value)) : [];
  return hashes.length > 0 ? Object.fromEntries(hashes) : undefined;
}

/**
 * Returns the event as disks and errors have it: of the user data, hashes alone. An event without user data is
 * returned itself.
 */
export function withoutUserData<E>(event: E): E {
  if (!isFields(event)) return event;
  const names = ['user', 'user_data'].filter((name) => event[name] !== undefined);
  const data = withoutUserData(event.data);
  if (names.length === 0 && data === event.data) return event;
  return { ...event, ...(data !== event.data && { data }), ...Object.fromEntries(names.map((name) => [name, hashesOf(event[name])])) };
}
