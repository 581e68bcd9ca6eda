import { lag } from '#test/kit/lag.ts';

// The import must come first: the engine, which opens after it, has a copy that can lag.
lag.ms = 0;
