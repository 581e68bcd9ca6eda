/** Asks the engine every few seconds to delete what has expired; it never does so by itself. Answers how to stop. */
export function startTtlSweep(mcpUrl: string, token: string, seconds: number): () => void {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'sweep_ttl', arguments: {} },
  });
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const sweep = async () => {
    const answer = await fetch(mcpUrl, { method: 'POST', headers, body, signal: AbortSignal.timeout(5000) });
    await answer.arrayBuffer();
  };
  // A sweep that fails is repeated by the next; a dead engine is noticed by its own process.
  const timer = setInterval(() => sweep().catch(() => {}), seconds * 1000);
  timer.unref();
  return () => clearInterval(timer);
}
