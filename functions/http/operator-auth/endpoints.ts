export * from '#functions/api/operators/people/endpoints.ts';
