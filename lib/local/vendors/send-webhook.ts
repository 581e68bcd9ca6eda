export async function sendWebhook(
  url: string,
  text: string,
  signature: Record<string, string>,
): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signature },
    body: text,
  });
  return { status: answer.status, body: (await answer.json()) as unknown };
}
