type Environment = 'live' | 'test';
type Key = { kind: string; environment: Environment; revoked_at: string | null };

export const lookBackDays = 92;

export const stepNames = ['keys', 'pixel', 'links', 'conversion', 'webhook'] as const;
export type StepName = (typeof stepNames)[number];
export type Progress = Record<StepName, boolean>;

type Facts = {
  keys: readonly Key[];
  funnel: {
    steps: readonly { step: string; count: number }[];
    event_types: readonly { count: number; unmatched: number }[];
    sessions: { ad: number };
  };
  endpoints: readonly { environment: Environment }[];
};

export function workingKeys<K extends Key>(keys: readonly K[], environment: Environment) {
  const newest = (kind: 'public' | 'secret') => keys.find((key) => key.kind === kind && key.environment === environment && !key.revoked_at);
  return { publicKey: newest('public'), secretKey: newest('secret') };
}

export function progressOf({ keys, funnel, endpoints }: Facts, environment: Environment): Progress {
  const { publicKey, secretKey } = workingKeys(keys, environment);
  const { steps, event_types, sessions } = funnel;
  return {
    keys: Boolean(publicKey && secretKey),
    // Only the pixel reports page views; a session without a page view is a sample.
    pixel: (steps.find(({ step }) => step === 'page_views')?.count ?? 0) > 0,
    links: sessions.ad > 0,
    conversion: event_types.some(({ count, unmatched }) => count > unmatched),
    webhook: endpoints.some((endpoint) => endpoint.environment === environment),
  };
}

export const nextStep = (progress: Progress): StepName | null => stepNames.find((name) => !progress[name]) ?? null;
