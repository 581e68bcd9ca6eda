/** What runs at CloudFront's edge, as CloudFront Functions take it: JavaScript with a function `handler`. Tests run these texts. */
export const edgeFunctions = {
  /**
   * On requests for the API: says who asks, since the gateway sees CloudFront's address. A read-only key in an address
   * becomes a header: what is behind, traces and logs of AWS too, records addresses and no credentials.
   */
  toApi: `function handler(event) {
  var request = event.request;
  if (request.uri === '/')
    return { statusCode: 302, statusDescription: 'Found', headers: { location: { value: '/console/' } } };
  request.headers['x-adtrail-viewer'] = { value: event.viewer.ip };
  var key = request.uri.indexOf('/api/v1/pixel/reports/') === 0 && request.querystring.key;
  if (key) {
    if (!request.headers.authorization) request.headers.authorization = { value: 'Bearer ' + key.value };
    delete request.querystring.key;
  }
  return request;
}`,
  /**
   * On requests for events: a browser sends them to the pixel's function, and an account reads them through the gateway.
   * A behavior of CloudFront knows the path alone.
   */
  toPixelEvents: `import cf from 'cloudfront';
function handler(event) {
  var request = event.request;
  request.headers['x-adtrail-viewer'] = { value: event.viewer.ip };
  if (request.method === 'POST') cf.selectRequestOriginById('pixel');
  return request;
}`,
  /** On the API's answers: a REST API renames this header. */
  fromApi: `function handler(event) {
  var response = event.response;
  var renamed = response.headers['x-amzn-remapped-www-authenticate'];
  if (renamed) {
    response.headers['www-authenticate'] = renamed;
    delete response.headers['x-amzn-remapped-www-authenticate'];
  }
  return response;
}`,
  /** On requests for the console: every address that is no file is the page. */
  toConsole: `function handler(event) {
  var request = event.request;
  if (request.uri.indexOf('/console/assets/') !== 0) request.uri = '/console/index.html';
  return request;
}`,
};
