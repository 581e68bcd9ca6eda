export * from '#functions/api/operators/tracing/endpoints.ts';
