import { Adtrail, clickFrom } from '@adtrail/node';
import express from 'express';

const adtrail = new Adtrail(); // ADTRAIL_SECRET_KEY, ADTRAIL_BASE_URL
const app = express().use(express.json());

app.post('/orders', async (request, response) => {
  const { number, total } = request.body; // your order, paid
  response.json(await adtrail.order({ orderId: number, value: total, click: clickFrom(request) }));
});
app.listen(process.env.PORT ?? 3000);
