import { useEffect, useState } from "react";
import { call } from "../platform/call.ts";
import type { Order, userOrders } from "./contract.ts";

export default function OrdersPage() {
  const [orders, setOrders] = useState<Order[]>([]);
  useEffect(
    () => void call<typeof userOrders>("/api/order/userOrders").then((answer) => setOrders(answer.orders)),
    [],
  );
  return (
    <>
      <h1>My orders</h1>
      <ul>
        {orders.flatMap((order) =>
          order.items.map((item) => (
            <li key={`${order._id} ${item._id} ${item.size}`}>
              {item.name}, {order.status}
            </li>
          )),
        )}
      </ul>
    </>
  );
}
