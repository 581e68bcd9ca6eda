module shop.example/adtrail

go 1.19
