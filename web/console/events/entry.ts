import type { Answer } from '../core/api.ts';

export type LogEntry = Answer<'listEvents'>['events'][number];
