export function inZoneOfMachine(zone: string, work: () => void): void {
  const { TZ } = process.env;
  process.env.TZ = zone;
  try {
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
    work();
  } finally {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  }
}
