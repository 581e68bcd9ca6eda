export const rateLimitOf = ({ status, headers }: { status: number; headers: Headers }) => [
  status,
  headers.get('ratelimit-policy'),
  headers.get('ratelimit'),
  headers.get('retry-after'),
];

export const codesLeft = (status: number, resetSeconds: number) => [
  status,
  '"codes";q=1;w=60',
  `"codes";r=0;t=${resetSeconds}`,
  status === 429 ? String(resetSeconds) : null,
];
export const attemptsLeft = (status: number, remaining: number, resetSeconds = 600) => [
  status,
  '"attempts";q=5;w=600',
  `"attempts";r=${remaining};t=${resetSeconds}`,
  status === 429 ? String(resetSeconds) : null,
];
