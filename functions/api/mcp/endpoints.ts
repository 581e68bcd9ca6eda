export { callMcp } from './call-mcp.ts';
