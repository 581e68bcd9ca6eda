import { Adtrail, clickFrom } from '@adtrail/node';
import express from 'express';

const adtrail = new Adtrail(); // ADTRAIL_SECRET_KEY, ADTRAIL_BASE_URL
const app = express().use(express.json());

app.post('/orders', (request, response) => {
  const { number, total } = request.body; // your order, paid
  adtrail.order({ orderId: number, value: total, click: clickFrom(request) });
  response.json({ number });
});
app.listen(process.env.PORT ?? 3000);
