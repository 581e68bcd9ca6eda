export type Formats = ReturnType<typeof formatsOf>;

/** How a report writes its figures. */
export function formatsOf(currency: string) {
  const money = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  const count = new Intl.NumberFormat('en-US');
  const percent = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });
  return {
    /** Of millionths; a dash where there is none. */
    money: (micros: number | null) => (micros === null ? '–' : money.format(micros / 1_000_000)),
    count: (value: number) => count.format(value),
    percent: (value: number | null) => (value === null ? '–' : `${percent.format(value)} %`),
    longDay: (day: string) => longDay.format(new Date(`${day}T00:00:00Z`)),
  };
}
