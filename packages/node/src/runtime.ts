type Globals = {
  process?: { env?: Record<string, string | undefined>; versions?: { node?: string } };
  navigator?: { userAgent?: string };
  EdgeRuntime?: unknown;
  document?: unknown;
  window?: unknown;
};
const globals = globalThis as unknown as Globals;

export function environmentVariable(name: string): string | undefined {
  try {
    return globals.process?.env?.[name];
  } catch {
    // Deno rejects the access without a permission.
    return undefined;
  }
}

/** These platforms freeze processes after a response. */
const platforms = [
  'AWS_LAMBDA_FUNCTION_NAME',
  'VERCEL',
  'NETLIFY',
  'K_SERVICE',
  'FUNCTION_TARGET',
  'FUNCTIONS_WORKER_RUNTIME',
  'DENO_DEPLOYMENT_ID',
];

export const mayFreeze = (): boolean =>
  globals.EdgeRuntime !== undefined ||
  globals.navigator?.userAgent === 'Cloudflare-Workers' ||
  platforms.some((name) => environmentVariable(name));

/** A Node test with a document is not a browser. */
export const isBrowser = (): boolean => globals.window !== undefined && globals.document !== undefined && !globals.process?.versions?.node;

export const unref = (timer: unknown): void => (timer as { unref?: () => void }).unref?.();
