export const namesOfWalk = (id: string) => ({
  keys: `Smoke ${id}`,
  clickId: `s_${id}`,
  eventId: `smoke:${id}`,
  campaign: `smoke-${id}`,
});
