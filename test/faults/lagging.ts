import { lag } from '#test/kit/lag.ts';

// The engine, which opens after this import, has a copy that can lag.
lag.ms = 0;
