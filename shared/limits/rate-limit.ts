export type RateLimit = { name: string; limit: number; windowSeconds: number };
