export function AssistantPage() {
  return null;
}
