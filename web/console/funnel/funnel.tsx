export function FunnelPage() {
  return null;
}
