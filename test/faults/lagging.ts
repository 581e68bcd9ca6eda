import { lag } from '#test/kit/lag.ts';

// The tests' engine, which is opened after this, has a copy that can be behind.
lag.ms = 0;

export { lag };
