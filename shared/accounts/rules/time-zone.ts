export function normalizedTimeZone(text: string): string | null {
  const name = text.trim();
  // Offsets such as +05:30 ignore daylight saving, so only zone names are accepted.
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/.test(name)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return null;
  }
}
