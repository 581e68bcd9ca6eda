/** What a walk makes, by its id (22 letters and digits): so another one finds what a killed one left. */
export const namesOfWalk = (id: string) => ({
  keys: `Smoke ${id}`,
  clickId: `s_${id}`,
  eventId: `smoke:${id}`,
  campaign: `smoke-${id}`,
});
