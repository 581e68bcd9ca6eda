import type { Answer } from '../app/api.ts';

export type LogEntry = Answer<'listEvents'>['events'][number];
