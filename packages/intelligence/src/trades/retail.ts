import type { TradePack } from '../taxonomy.ts'
import { foodTopic } from './foods.ts'

export const retail: TradePack = {
  labels: {
    quality: 'Products and range',
    service: 'Staff and advice',
    booking: 'Orders and collection',
    wait: 'Queues and delivery time',
    trust: 'Returns and promises',
  },
  topics: [
    {
      key: 'quality.products',
      name: 'the products',
      whole: true,
      terms:
        'product|products, item|items, goods, clothes, clothing, shoes, fabric, material, stitching, size|sizes, sizing, fit, packaging, toy|toys, book|books, furniture, bike|bikes, phone case, jacket, dress, coat, boots, plants, bread, cheese, fruit, vegetables',
      praise: 'fits perfectly, fits like a glove, well made, sturdy, durable, fresh, excellent condition',
      complaints:
        'fell apart, ripped, tore, torn, seam|seams came, shrank, faded, broke after|within, arrived broken|damaged, expired, past its date, past the date, out of date, rotten, mouldy, missing parts|pieces, wrong size|item|colour, poor fit',
    },
    {
      key: 'quality.range',
      name: 'the range',
      terms: 'range, selection, choice, stock, variety, assortment, brands',
      praise:
        'wide range|choice|selection, great range|choice|selection, huge range|choice|selection, good range|choice|selection, well stocked, always in stock, had everything',
      complaints:
        'out of stock, never in stock, empty shelves, half empty shelves, shelves were empty, sold out, limited range|choice|selection, not in stock, poor selection, never have my size',
    },
    {
      key: 'wait.queue',
      name: 'tills and queues',
      praised: 'the tills',
      terms: 'till|tills, checkout, cashier, check out',
      complaints: 'only one till|checkout, one till open, one cashier, queue to the door|back, queued for',
    },
    {
      key: 'wait.delivery',
      name: 'delivery',
      terms: 'delivery, deliveries, courier, shipping, shipped, delivered',
      praise: 'delivered next|the, delivered on time|early, arrived next day, arrived early|quickly',
      complaints:
        'never arrived, never delivered, delivery was late, arrived late, delivered late, delivered to the wrong, lost in the post, still not arrived|delivered, # weeks late, days late',
    },
    {
      key: 'booking.orders',
      name: 'orders and collection',
      terms: 'order, click and collect, collection, collect, preorder, online order',
      complaints:
        "order was cancelled|wrong|lost, cancelled my order, wrong order, lost my order, order not ready, never ordered it, nobody could find my|the order, couldn't find my order",
    },
    {
      key: 'trust.returns',
      name: 'returns and refunds',
      terms: 'return|returns, refund|refunds, exchange, exchanged, gift card, voucher',
      praise:
        'refunded straight|immediately|without|no, exchanged without|it|straight, replaced it|without|free, no questions asked, easy return*|refund*|exchange, hassle free return*|refund*|exchange, took it back',
      complaints:
        "refused to refund|exchange|take, refused a refund|return|exchange, no refund*, wouldn't refund|exchange|take, would not refund|exchange|take, store credit only, only store credit, only offered a voucher, waiting for _ refund, still no refund, lost receipt",
    },
    foodTopic,
  ],
}
