/**
 * A time zone by its IANA name, in its usual spelling; `null` for what is none. An older name of a zone
 * (`Asia/Calcutta`) stays as it was written.
 */
export function normalizedTimeZone(text: string): string | null {
  const name = text.trim();
  // Offsets such as +05:30 would pass too, and change with no season.
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/.test(name)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return null;
  }
}
