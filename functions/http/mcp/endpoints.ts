export * from '#functions/api/mcp/endpoints.ts';
