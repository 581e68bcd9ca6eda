import { lag } from '#test/kit/lag.ts';

// Setting `lag` before the engine opens gives the engine a copy that can lag.
lag.ms = 0;
