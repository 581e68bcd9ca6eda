import { lag } from '#test/kit/lag.ts';

// Import this before anything else: the tests' engine, which is opened after it, has a copy that can be behind.
lag.ms = 0;
