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

/** Variables of platforms whose processes are frozen, or lose the CPU, after a response. */
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

/** Returns true in a page, and false in a Node test with a document. */
export const isBrowser = (): boolean =>
  globals.window !== undefined && globals.document !== undefined && !globals.process?.versions?.node;

/** Allows the process to end while a timer runs. Outside Node, a timer is a number. */
export const unref = (timer: unknown): void => (timer as { unref?: () => void }).unref?.();
