import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

/** Asked of the library in every request: it answers whole, in JSON. */
const always = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/**
 * Answers one message, and keeps nothing: each request has a server of its own, so any process can take the next one.
 * `headers` are those of the protocol, as they were sent.
 */
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
    : // A subscription would hold the request open for good.
      await createMcpHandler(makeServer, {
        legacy: 'reject',

        maxSubscriptions: 0,
      }).fetch(request);
  return { status: response.status, text: await response.text() };
}

/** Of a client whose revision of the protocol begins with `initialize`. */
async function answerWithHandshake(request: Request, server: McpServer): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request);
  } finally {
    await server.close();
  }
}
