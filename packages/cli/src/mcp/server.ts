import { McpServer } from '@modelcontextprotocol/server';
import { Failure } from '../failure.ts';
import { version } from '../version.ts';
import { bookTools } from './books.ts';
import { eventTools } from './events.ts';
import { marketTools } from './market.ts';
import { performanceTools } from './performance.ts';
import { untrusted } from './present.ts';
import { reportTools } from './reports.ts';
import type { Reader } from './tool.ts';

type Served = {
  zone: string;
  isSignedIn: boolean;
  reader(): Reader;
};

const instructions = ({ zone, isSignedIn }: Served) =>
  [
    'adtrail attributes conversions, such as orders, to ad clicks. These tools read one account, and change nothing.',
    `Days are in ${zone} unless a tool is given another time_zone. Say which period, time zone and currency a figure has.`,
    'Figures are those of the API: quote them as they are, and do not estimate what is missing.',
    untrusted,
    ...(isSignedIn
      ? []
      : ['A read-only key is in use: reports only, no single events, competitors or credits.']),
  ].join(' ');

export function mcpServer(served: Served): McpServer {
  const tools = [
    ...reportTools,
    ...performanceTools,
    ...(served.isSignedIn ? [...eventTools, ...bookTools, ...marketTools] : []),
  ];
  const server = new McpServer({ name: 'adtrail', version }, { instructions: instructions(served) });
  for (const { name, title, description, input, output, run } of tools)
    server.registerTool(
      name,
      {
        ...{ title, description, inputSchema: input, outputSchema: output },
        annotations: {
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: true,
        },
      },
      async (input: unknown) => {
        try {
          return await run(input as never, served.reader());
        } catch (error) {
          return { isError: true, content: [{ type: 'text' as const, text: sentenceOf(error) }] };
        }
      },
    );
  return server;
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Failure))
    return 'The answer of the service was not understood. Is the command line up to date?';
  return `${error.message}${error.requestId ? ` (request ${error.requestId})` : ''}`;
}
