import { createMcpHandler, isLegacyRequest, type McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';

const always = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** Each request has its own server, so any process can take the next request. */
export async function answerMessage(
  message: object,
  { headers, makeServer }: { headers: Record<string, string>; makeServer: () => McpServer },
): Promise<{ status: number; text: string }> {
  const request = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: { ...headers, ...always },
    body: JSON.stringify(message),
  });
  const response = (await isLegacyRequest(request))
    ? await answerWithHandshake(request, makeServer())
    : // A subscription is rejected, because it would keep the request open permanently.
      await createMcpHandler(makeServer, {
        legacy: 'reject',

        maxSubscriptions: 0,
      }).fetch(request);
  return { status: response.status, text: await response.text() };
}

/** Clients of earlier protocol revisions begin with `initialize`. */
async function answerWithHandshake(request: Request, server: McpServer): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request);
  } finally {
    await server.close();
  }
}
