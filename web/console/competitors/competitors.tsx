export function CompetitorsPage() {
  return null;
}
