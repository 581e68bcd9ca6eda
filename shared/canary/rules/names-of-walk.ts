/** The ID has 22 letters and digits. The names let a later run find data of a killed run. */
export const namesOfWalk = (id: string) => ({
  keys: `Smoke ${id}`,
  clickId: `s_${id}`,
  eventId: `smoke:${id}`,
  campaign: `smoke-${id}`,
});
