/** An ISO 8601 UTC date-time as a mail writes it: `2026-11-21 09:30 UTC`. */
export const mailTime = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
