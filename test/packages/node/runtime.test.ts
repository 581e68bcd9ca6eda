import { environmentVariable, isBrowser, mayFreeze, unref } from '#packages/node/src/runtime.ts';

const platforms = [
  'AWS_LAMBDA_FUNCTION_NAME',
  'VERCEL',
  'NETLIFY',
  'K_SERVICE',
  'FUNCTION_TARGET',
  'FUNCTIONS_WORKER_RUNTIME',
  'DENO_DEPLOYMENT_ID',
];
beforeEach(() => {
  for (const name of platforms) vi.stubEnv(name, '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

describe('the environment of the SDK', () => {
  it('a process of its own does not freeze', () => {
    expect(mayFreeze()).toBe(false);
  });

  it.each(platforms)('a process with %s may freeze', (name) => {
    vi.stubEnv(name, '1');
    expect(mayFreeze()).toBe(true);
  });

  it.each([
    ['navigator', { userAgent: 'Cloudflare-Workers' }, true],
    ['navigator', { userAgent: 'Node.js/24' }, false],
    ['EdgeRuntime', 'edge-runtime', true],
  ])('a process whose %s is %j may freeze: %s', (name, value, expected) => {
    vi.stubGlobal(name, value);
    expect(mayFreeze()).toBe(expected);
  });

  it('a browser has a window and a document, and is not Node', () => {
    const browser = { window: {}, document: {}, process: { env: {} } };
    const kinds = [browser, { ...browser, window: undefined }, { ...browser, document: undefined }];
    const are = [...kinds, { ...browser, process: { versions: { node: '24' } } }].map((globals) => {
      for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
      const result = isBrowser();
      vi.unstubAllGlobals();
      return result;
    });
    expect(are).toEqual([true, false, false, false]);
  });

  it('a variable that the runtime does not permit to read is absent', () => {
    const env = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no permission');
        },
      },
    );
    vi.stubGlobal('process', { env });
    expect(environmentVariable('VERCEL')).toBeUndefined();
  });

  it('a timer holds no process, and an object without unref is accepted', () => {
    const timer = { unref: vi.fn() };
    for (const one of [timer, {}, 7]) unref(one);
    expect(timer.unref).toHaveBeenCalledOnce();
  });
});
